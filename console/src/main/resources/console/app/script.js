/* Script libraries that are no modules: each is run once, when a screen first needs it. */
const run = new Map();

/** Runs scripts one after the other, as far as they have not been; what they define is global. */
export async function scripts(...addresses) {
  for (const address of addresses) {
    if (!run.has(address)) run.set(address, load(address));
    await run.get(address);
  }
}

function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", resolve);
    script.addEventListener("error", () => {
      run.delete(address);
      script.remove();
      reject(new Error(address + " cannot be loaded"));
    });
    document.head.append(script);
  });
}
