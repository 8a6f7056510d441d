//! Ordinary builds use instructions that processors have had since about 2013. On an older one the program says so
//! instead of crashing with an illegal instruction.

use std::io::Write as _;
use std::process::ExitCode;

/// Reports a missing processor feature, and how to build without it.
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

/// A feature that this build uses and the processor lacks.
///
/// The features are read with CPUID: `is_x86_feature_detected!` is constant-folded to true for features the build
/// enables. The tests are plain on purpose: anything fancier may compile to instructions that are missing.
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
    // Without LZCNT the processor executes the instruction as BSR, with a wrong result.
    if __cpuid(0x8000_0001).ecx & 1 << 5 == 0 {
        return Some("LZCNT");
    }
    None
}

/// Builds for other processors use only baseline instructions.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) fn missing_feature() -> Option<&'static str> {
    None
}
