"""The engine: what any card game is played, simulated and judged by. It knows no game.

The modules here are the words an author's rules are written in, and stay at their address: `bits`, `cards`, `chance`,
`deck`, `errors`, `kernel`, `messages`, `numbers`, `options`, `row`. Behind them are three rooms, each of which knows
only those before it: `core` (compiled code), `matches` (what people hold), `kit` (what judges a game).
"""
