"""The engine: what any card game is played, simulated and judged by. It knows no game.

The modules here are what authors of games import, and stay at their address: `bits`, `calls`, `cards`, `chance`,
`conformance`, `deck`, `errors`, `kernel`, `messages`, `numbers`, `options`, `row` (docs/write-your-own-game.md names
what is in them). Behind them are three rooms, each of which knows only those before it: `core` (compiled code),
`matches` (what people hold), `kit` (what judges a game).
"""
