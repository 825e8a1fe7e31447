/* Light or dark: what the system says, until somebody chooses. */
const theme = (() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const listeners = [];
  let choice = "auto";
  try { choice = localStorage.getItem("lockarbiter.theme") || "auto"; } catch { /* storage may be off in files */ }

  function apply() {
    document.documentElement.dataset.theme = choice === "auto" ? (system.matches ? "dark" : "light") : choice;
    document.querySelectorAll("[data-theme-choice]").forEach(button =>
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice)));
    listeners.forEach(listener => listener());
  }
  system.addEventListener("change", apply);
  document.querySelectorAll("[data-theme-choice]").forEach(button => button.addEventListener("click", () => {
    choice = button.dataset.themeChoice;
    try { localStorage.setItem("lockarbiter.theme", choice); } catch { /* as above */ }
    apply();
  }));
  apply();
  return {
    onChange: listener => listeners.push(listener),
    colour: name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(),
  };
})();
