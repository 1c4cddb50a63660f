from cardshed.cli import main

main()
