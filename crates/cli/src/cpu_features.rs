//! Ordinary builds use instructions that processors have had since about 2013. An older one is told so
//! instead of being sent into an illegal instruction.

use std::io::Write as _;
use std::process::ExitCode;

/// Says that this processor cannot run this build, and what would do.
#[cold]
#[inline(never)]
pub(crate) fn report_missing(feature: &str) -> ExitCode {
    let _ = writeln!(
        std::io::stderr(),
        "plywood: this build needs a processor with {feature}; build one for yours with \
         RUSTFLAGS='-C target-cpu=native' cargo build --release"
    );
    ExitCode::FAILURE
}

/// What this build uses and the processor lacks.
///
/// The features are read from the processor itself: asking the standard library would be answered at compile
/// time, with yes. One plain test after another, because anything fancier may itself be compiled into
/// instructions that are missing.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(never)]
pub(crate) fn missing_feature() -> Option<&'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    let basic = __cpuid(1).ecx;
    if basic & 1 << 12 == 0 {
        return Some("FMA");
    }
    if basic & 1 << 22 == 0 {
        return Some("MOVBE");
    }
    if basic & 1 << 23 == 0 {
        return Some("POPCNT");
    }
    if basic & 1 << 27 == 0 {
        return Some("OSXSAVE");
    }
    if basic & 1 << 29 == 0 {
        return Some("F16C");
    }
    if basic & 1 << 28 == 0 {
        return Some("AVX");
    }
    if __cpuid(0).eax < 7 {
        return Some("BMI2");
    }
    let extended = __cpuid_count(7, 0).ebx;
    if extended & 1 << 3 == 0 {
        return Some("BMI1");
    }
    if extended & 1 << 5 == 0 {
        return Some("AVX2");
    }
    if extended & 1 << 8 == 0 {
        return Some("BMI2");
    }
    // Without it the instruction runs as another one and counts wrongly.
    if __cpuid(0x8000_0001).ecx & 1 << 5 == 0 {
        return Some("LZCNT");
    }
    None
}

/// Builds for other processors use only what all of them have.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) fn missing_feature() -> Option<&'static str> {
    None
}
