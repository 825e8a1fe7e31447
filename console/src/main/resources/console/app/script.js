/* Loads script libraries that are no modules: each runs once, when a screen first needs it. */
const run = new Map();

/** Runs the scripts that have not run yet, one after the other; they define globals. */
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
