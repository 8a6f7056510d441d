//! Honest games pass, and every claim of every check is seen to fail.

mod faults;
mod honest;
mod skirmish;
