/**
 * All that the sign-in page runs in a browser. The page sends it as its source, so that it uses nothing from outside
 * itself. It asks next-auth by the requests of next-auth's own client, which would bring React along.
 */
export function runSignIn(): void {
  type Answer = { url?: string; message?: string };

  const form = document.forms[0] as HTMLFormElement;
  const fields = [...form.querySelectorAll("input")];
  const buttons = [...document.querySelectorAll("button")];
  const { next = "", failed = "" } = form.dataset;
  document.getElementById("scriptless")?.remove();

  const ask = async (path: string, values: Record<string, string>): Promise<Answer> => {
    try {
      const { csrfToken = "" } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken?: string };
      const body = new URLSearchParams({ ...values, csrfToken, callbackUrl: next, json: "true" });
      return (await (await fetch(`/api/auth/${path}`, { method: "POST", body })).json()) as Answer;
    } catch {
      return { message: "Hookyard does not answer. Is it running?" };
    }
  };

  /** Why an answer admits nobody; null if it does. next-auth says it in the address that it leads to. */
  const refusalOf = ({ url, message }: Answer): string | null => {
    const told = url === undefined ? null : new URL(url, location.href).searchParams;
    if (!told || told.has("csrf")) return message ?? "Signing in failed. Try again.";
    const error = told.get("error");
    if (error === "CredentialsSignin") return "The email or the password is wrong.";
    // A code of next-auth is one word; what we say are sentences.
    return error === null || error.includes(" ") ? error : failed;
  };

  const forget = () => {
    for (const shown of document.querySelectorAll(".callout")) shown.remove();
  };

  const refuse = (button: HTMLButtonElement, refusal: string) => {
    const callout = document.querySelector("template")?.content.firstElementChild?.cloneNode(true) as Element;
    (callout.querySelector("p") as Element).textContent = refusal;
    button.before(callout);
  };

  const setPending = (button: HTMLButtonElement, isPending: boolean) => {
    button.setAttribute("aria-busy", String(isPending));
    for (const each of buttons) each.disabled = isPending;
  };

  const enter = async (button: HTMLButtonElement, path: string, values: Record<string, string>) => {
    forget();
    setPending(button, true);
    const answer = await ask(path, values);
    const refusal = refusalOf(answer);
    // A full load, so that nothing of an earlier session stays in memory.
    if (refusal === null) return location.assign(button.dataset.provider ? (answer.url as string) : next);
    setPending(button, false);
    refuse(button, refusal);
  };

  const isMissing = (field: HTMLInputElement): boolean => {
    const isEmpty = field.value === "";
    const wrong = field.nextElementSibling as HTMLElement;
    wrong.hidden = !isEmpty;
    field.setAttribute("aria-invalid", String(isEmpty));
    // What is hidden would describe it all the same.
    if (isEmpty) field.setAttribute("aria-describedby", wrong.id);
    else field.removeAttribute("aria-describedby");
    return isEmpty;
  };

  const send = (button: HTMLButtonElement) => {
    const [first] = fields.filter(isMissing);
    for (const field of fields) field.oninput = () => isMissing(field);
    if (first) return first.focus();
    return enter(button, "callback/credentials", Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form.querySelector("button") as HTMLButtonElement);
  });
  for (const button of buttons) {
    const { provider } = button.dataset;
    if (provider) button.addEventListener("click", () => void enter(button, `signin/${provider}`, {}));
  }
  // Back from where it led, a browser may show the page as it was left.
  addEventListener("pageshow", () => {
    for (const button of buttons) setPending(button, false);
  });
}
