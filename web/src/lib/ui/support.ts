// Required browser features.

/** The smallest module with a SIMD instruction, which only browsers with SIMD accept. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export const canPlay: boolean = (() => {
  try {
    return typeof Worker !== "undefined" && WebAssembly.validate(WITH_SIMD);
  } catch {
    return false;
  }
})();

/** Accessing forbidden storage throws. */
export const canStore: boolean = (() => {
  try {
    localStorage.getItem("");
    return true;
  } catch {
    return false;
  }
})();
