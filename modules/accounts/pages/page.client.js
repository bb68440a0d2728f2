// Script of the pages that mailed links open. Plain browser script: nothing of the service is imported.
const TEXTS = {
	en: {
		"verify-email": [
			"Confirm your e-mail address",
			"Confirm address",
			"The address is confirmed. You can sign in now.",
		],
		"reset-password": ["Choose a new password", "Save password", "The password is changed. You can sign in now."],
		invitation: ["Accept the invitation", "Accept invitation", "Welcome! You can sign in now."],
		name: "Your name",
		email: "E-mail address",
		password: "Password",
		incomplete: "The link is incomplete: copy the whole of it.",
		known: "The address has an account: sign in to accept.",
		asked: "Confirm with the password of the account that is to get this address.",
	},
	es: {
		"verify-email": [
			"Confirme su dirección de correo",
			"Confirmar dirección",
			"La dirección está confirmada. Ya puede iniciar sesión.",
		],
		"reset-password": [
			"Elija una contraseña nueva",
			"Guardar contraseña",
			"La contraseña se cambió. Ya puede iniciar sesión.",
		],
		invitation: ["Acepte la invitación", "Aceptar invitación", "¡Le damos la bienvenida! Ya puede iniciar sesión."],
		name: "Su nombre",
		email: "Dirección de correo",
		password: "Contraseña",
		incomplete: "El enlace está incompleto: cópielo entero.",
		known: "La dirección tiene una cuenta: inicie sesión para aceptar.",
		asked: "Confirme con la contraseña de la cuenta que va a recibir esta dirección.",
	},
	de: {
		"verify-email": [
			"Bestätigen Sie Ihre E-Mail-Adresse",
			"Adresse bestätigen",
			"Die Adresse ist bestätigt. Sie können sich jetzt anmelden.",
		],
		"reset-password": [
			"Wählen Sie ein neues Passwort",
			"Passwort speichern",
			"Das Passwort ist geändert. Sie können sich jetzt anmelden.",
		],
		invitation: ["Nehmen Sie die Einladung an", "Einladung annehmen", "Willkommen! Sie können sich jetzt anmelden."],
		name: "Ihr Name",
		email: "E-Mail-Adresse",
		password: "Passwort",
		incomplete: "Der Link ist unvollständig: Kopieren Sie ihn ganz.",
		known: "Die Adresse hat ein Konto: Melden Sie sich an, um anzunehmen.",
		asked: "Bestätigen Sie mit dem Passwort des Kontos, das diese Adresse bekommen soll.",
	},
};
const language = (navigator.languages ?? ["en"]).map((tag) => tag.slice(0, 2)).find((tag) => tag in TEXTS) ?? "en";
const texts = TEXTS[language];
const purpose = location.pathname.split("/").at(-1);
const token = location.hash.slice(1);
const [heading, action, done] = texts[purpose];
const main = document.getElementById("main");
document.documentElement.lang = language;
document.title = `${heading} – Parley`;

function element(tag, text, properties = {}) {
	return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

function field(name, type, autocomplete) {
	const label = element("label", texts[name]);
	label.append(element("input", "", { name, type, autocomplete, required: true }));
	return label;
}

async function post(path, body, accessToken) {
	const headers = {
		"content-type": "application/json",
		...(accessToken && { authorization: `Bearer ${accessToken}` }),
	};
	const response = await fetch(`../${path}`, { method: "POST", headers, body: JSON.stringify(body) });
	return { status: response.status, body: await response.json() };
}

const acceptPath = `auth/invitations/${encodeURIComponent(token)}/accept`;
const STEPS = {
	"verify-email": { fields: [], send: () => post("auth/verify-email", { token }) },
	asked: {
		fields: [["password", "password", "current-password"]],
		send: ({ password }) => post("auth/verify-email", { token, password }),
	},
	"reset-password": {
		fields: [["password", "password", "new-password"]],
		send: ({ password }) => post("auth/reset-password", { token, password }),
	},
	invitation: {
		fields: [
			["name", "text", "name"],
			["password", "password", "new-password"],
		],
		send: ({ name, password }) => post(acceptPath, { name, password }),
	},
	known: {
		fields: [
			["email", "email", "username"],
			["password", "password", "current-password"],
		],
		async send({ email, password }) {
			const signedIn = await post("auth/login", { email, password });
			return signedIn.status === 200 ? post(acceptPath, {}, signedIn.body.access_token) : signedIn;
		},
	},
};

// Next step when the link alone is not sufficient, because it concerns an existing account.
const NEXT = { invitation: "known", "verify-email": "asked" };

function show(step, hint) {
	const { fields, send } = STEPS[step];
	const form = document.createElement("form");
	const button = element("button", action);
	const problem = element("p", hint ?? "", { className: "problem" });
	problem.setAttribute("role", "alert");
	form.append(...fields.map((each) => field(...each)), button, problem);
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		button.disabled = true;
		const response = await send(Object.fromEntries(new FormData(form))).catch((error) => ({
			status: 0,
			body: { error: { detail: String(error) } },
		}));
		button.disabled = false;
		if (response.status === 200) main.replaceChildren(element("h1", heading), element("p", done));
		else if (response.status === 401 && step in NEXT) show(NEXT[step], texts[NEXT[step]]);
		else problem.textContent = response.body.error.detail;
	});
	main.replaceChildren(element("h1", heading), form);
}

if (token === "")
	main.replaceChildren(element("h1", heading), element("p", texts.incomplete, { className: "problem" }));
else show(purpose);
