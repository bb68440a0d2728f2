// What the scripts of all pages share: steps, forms and requests. Plain browser script: nothing of the service is imported.
export const base = document.documentElement.dataset.base;
const main = document.querySelector("main");
const steps = [...document.querySelectorAll("[data-step]")];
const texts = document.getElementById("texts").content;

/** Returns a text of the page in its language; undefined when it has none of this name. */
export const text = (name) => texts.querySelector(`[data-text="${CSS.escape(name)}"]`)?.textContent;

/** What a request was refused with. */
class Refusal extends Error {
	constructor({ code, detail, errors = [], meta = {} }) {
		super(detail);
		Object.assign(this, { code, errors, meta });
	}
}

/** Sends a request to the API, and returns the body of the answer; null without one. Throws a Refusal. */
export async function call(method, path, body, accessToken) {
	const headers = {
		...(body && { "content-type": "application/json" }),
		...(accessToken && { authorization: `Bearer ${accessToken}` }),
	};
	const sent = fetch(`${base}/${path}`, { method, headers, body: body && JSON.stringify(body) });
	const response = await sent.catch(() => {
		throw new Refusal({ code: "unreachable" });
	});
	const answer = response.status === 204 ? null : await response.json().catch(() => ({}));
	if (!response.ok) throw new Refusal(answer.error ?? { code: "unreachable" });
	return answer;
}

/** Shows a step in place of the one before, and tells it to screen readers. */
export function show(name) {
	for (const step of steps) step.hidden = step.dataset.step !== name;
	const heading = steps.find((step) => !step.hidden).querySelector("h1");
	heading.focus();
}

/** Puts values where the page names them. */
export function fill(values) {
	for (const [name, value] of Object.entries(values)) {
		for (const place of main.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = value;
		for (const input of main.querySelectorAll(`input[name="${name}"]`)) input.value = value;
	}
}

/** Shows a page as the organization looks that its link is of: its logo, and its colour where that is readable. */
export function showBrand({ accent, logo }, name) {
	const { style } = document.documentElement;
	for (const [ground, shade] of Object.entries(accent ?? {})) style.setProperty(`--brand-${ground}`, shade);
	if (logo === null) return;
	const { url: src, width, height } = logo;
	main.prepend(Object.assign(new Image(width, height), { src, alt: name, className: "logo" }));
}

/** Says what is wrong, beside the field that it concerns. */
function showProblem(form, { code, errors, message }) {
	const [error = { code, message }] = errors;
	const input = form.elements[error.path?.split("/").at(-1)];
	const problem = form.querySelector(".problem");
	problem.textContent = text(`problem.${error.code}`) ?? text(`problem.${code}`) ?? error.message ?? message;
	if (!(input instanceof HTMLInputElement)) return;
	input.setAttribute("aria-invalid", "true");
	input.setAttribute("aria-describedby", [problem.id, input.dataset.hint].filter(Boolean).join(" "));
	input.focus();
}

function clearProblem(form) {
	form.querySelector(".problem").textContent = "";
	for (const input of form.querySelectorAll("[aria-invalid]")) {
		input.removeAttribute("aria-invalid");
		if (input.dataset.hint) input.setAttribute("aria-describedby", input.dataset.hint);
		else input.removeAttribute("aria-describedby");
	}
}

/**
 * Sends forms: each by the function of its name, which gets its values; so do buttons beside a form. A step that a refusal leads to is shown in place
 * of the problem: `leads` names it by error code.
 */
export function handleForms(handlers, leads = {}) {
	async function run(form, button, work) {
		button.disabled = true;
		clearProblem(form);
		try {
			await work();
		} catch (problem) {
			if (problem.code in leads) show(leads[problem.code]);
			else showProblem(form, problem.code === undefined ? { ...problem, errors: [], code: "unreachable" } : problem);
		}
		button.disabled = false;
	}

	for (const form of document.forms) {
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			const values = Object.fromEntries(new FormData(form));
			void run(form, form.querySelector("button"), () => handlers[form.dataset.form](values));
		});
	}
	for (const button of main.querySelectorAll("[data-action]")) {
		const form = button.closest("section").querySelector("form");
		button.addEventListener("click", () => void run(form, button, () => handlers[button.dataset.action]()));
	}
	for (const button of main.querySelectorAll("[data-show]"))
		button.addEventListener("click", () => show(button.dataset.show));
	// A link of another mail, pasted over this one.
	addEventListener("hashchange", () => location.reload());
}

const refusePasskey = ({ code }) => {
	throw new Refusal({ code: code === "rate_limited" || code === "unreachable" ? code : "passkey" });
};

/** Lets the person choose one of their passkeys for this site, and returns the request that proves it. */
async function askForPasskey() {
	const { data } = await call("POST", "auth/passkeys/login/options");
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
	const credential = await navigator.credentials.get({ publicKey }).catch(refusePasskey);
	return { credential: credential.toJSON(), tokenDelivery: "cookie" };
}

/** Returns the forms of a sign-in. @param next gets the session of whoever signed in */
export function signInForms(next) {
	let challengeToken;
	// Browsers offer passkeys to pages that came by HTTPS, or from this machine.
	for (const place of main.querySelectorAll('[data-case="passkey"]'))
		place.hidden = typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== "function";
	return {
		async passkey() {
			await next(await call("POST", "auth/passkeys/login/verify", await askForPasskey()).catch(refusePasskey));
		},
		async signIn({ email, password }) {
			try {
				await next(await call("POST", "auth/login", { email, password, tokenDelivery: "cookie" }));
			} catch (problem) {
				if (problem.code === "email_not_verified") return show("unconfirmed");
				if (problem.code !== "mfa_required") throw problem;
				({ challengeToken } = problem.meta);
				show("code");
			}
		},
		async code({ code }) {
			const sent = { challengeToken, code: code.replaceAll(" ", ""), tokenDelivery: "cookie" };
			const session = await call("POST", "auth/mfa/verify", sent).catch((problem) => {
				throw problem.code === "invalid_credentials" ? Object.assign(problem, { code: "mfa_code" }) : problem;
			});
			await next(session);
		},
	};
}

/** Returns the session that this browser has; null without one. */
export const currentSession = () => call("POST", "auth/refresh", {}).catch(() => null);
