#![cfg_attr(fuzzing, no_main)]
#![allow(missing_docs, reason = "what it claims is said in the library")]

plywood_fuzz::target!(plywood_fuzz::training_games);
