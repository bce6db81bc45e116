// What the browser must be able to do.

/**
 * A module with one function that uses a vector instruction: the smallest that only a browser with SIMD
 * takes.
 */
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

/** Where storage is forbidden even looking at it throws. */
export const canStore: boolean = (() => {
  try {
    localStorage.getItem("");
    return true;
  } catch {
    return false;
  }
})();
