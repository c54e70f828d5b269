"""Study: learning a game. Knows no game; courses come from the games' folders."""
