/* Logs in with name and password, or shows the link to a provider. */
const form = document.getElementById("login");
const providers = document.getElementById("providers");
const problem = document.getElementById("problem");

const REFUSALS = {
  role: "The provider knows you, but you have no role here: ask for viewer or operator.",
  name: "The provider does not say by which name the log shall call you.",
};

async function begin() {
  const session = await (await fetch("/api/session")).json();
  if (session.roles.length > 0) {
    location.replace("/");
    return;
  }
  form.hidden = !["password", "both"].includes(session.login);
  /* What is hidden when the page loads gets no focus by itself. */
  form.querySelector("[name=username]").focus();
  for (const provider of session.oidc) {
    const link = document.createElement("a");
    link.href = provider.address;
    link.textContent = "Log in with " + provider.name;
    providers.append(link);
    providers.hidden = false;
  }
  const error = new URLSearchParams(location.search).get("error");
  if (error !== null) problem.textContent = REFUSALS[error] ?? "The provider did not let you in, or what it answered is not to be believed.";
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const answer = await fetch("/api/login", {
      method: "POST",
      headers: { [session.csrfHeader]: session.csrfToken },
      body: new URLSearchParams(new FormData(form)),
    });
    if (answer.ok) location.replace("/");
    else problem.textContent = (await answer.json().catch(() => ({}))).detail ?? "That did not work.";
  });
}
begin().catch(() => { problem.textContent = "The console does not answer."; });
