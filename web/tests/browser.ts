/** What a browser has at a secure address, and happy-dom has not. */

Object.defineProperty(globalThis, "isSecureContext", { value: true, configurable: true, writable: true });
