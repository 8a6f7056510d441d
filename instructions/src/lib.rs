//! Holds the benches of instruction counts; see benches/perft.rs.
