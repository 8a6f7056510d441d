//! Ordinary builds use instructions that processors have had since about 2013. An older one is told so
//! instead of being sent into an illegal instruction.

/// What this processor lacks of what the program was built for.
#[derive(Debug, thiserror::Error)]
#[error(
    "this build needs a processor with {0}; build it for yours with RUSTFLAGS='-C target-cpu=native' cargo build --release"
)]
pub(crate) struct Missing(&'static str);

/// Whether the processor has what this build uses.
///
/// The features are read from the processor itself: asking the standard library would be answered at compile
/// time, with yes.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(never)]
pub(crate) fn check() -> Result<(), Missing> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    let basic = __cpuid(1).ecx;
    let extended = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let needed = [
        (basic, 23, "POPCNT"),
        (basic, 28, "AVX"),
        (extended, 3, "BMI1"),
        (extended, 5, "AVX2"),
        (extended, 8, "BMI2"),
    ];
    match needed.into_iter().find(|&(word, bit, _)| word >> bit & 1 == 0) {
        Some((_, _, name)) => Err(Missing(name)),
        None => Ok(()),
    }
}

/// Builds for other processors use only what all of them have.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) fn check() -> Result<(), Missing> {
    Ok(())
}
