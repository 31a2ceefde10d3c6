"""Games as graphs of boards, and where the cells of ultimate tic-tac-toe send."""
