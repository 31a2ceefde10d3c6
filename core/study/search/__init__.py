"""Search made visible: minimax step by step, machines that learn, and the proofs of m,n,k boards."""
