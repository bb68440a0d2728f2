// Script of the pages about accounts. The token of a link is in the fragment, so no server, proxy or log sees it; nothing
// happens until a person presses the button, so a mail scanner that opens the link does not consume the token.
import { call, currentSession, fill, handleForms, show, showBrand, signInForms, text } from "./page.js";

const purpose = location.pathname.split("/").at(-1);
const token = location.hash.slice(1);
const main = document.querySelector("main");

let session = null;

/** Shows a paragraph that not everybody sees; pages without it have none to show. */
function showCase(name, isShown) {
	for (const place of main.querySelectorAll(`[data-case="${name}"]`)) place.hidden = !isShown;
}

async function showAccount(of) {
	session = of;
	const { data } = await call("GET", "auth/profile", undefined, of.access_token);
	const list = main.querySelector('[data-list="memberships"]');
	list.replaceChildren(
		...data.memberships.map(({ name, role }) =>
			Object.assign(document.createElement("li"), { textContent: `${name} – ${text(`role.${role}`) ?? role}` }),
		),
	);
	const isEmpty = data.memberships.length === 0;
	main.querySelector('[data-empty="memberships"]').hidden = !isEmpty || data.systemAdmin;
	main.querySelector('[data-empty="administrator"]').hidden = !isEmpty || !data.systemAdmin;
	showCase("administrator", data.systemAdmin);
	fill({ name: data.name, email: data.email ?? "" });
	showCase("unconfirmed", data.email !== null && !data.emailVerified);
	showCase("confirming", false);
	const isPasswordOwed = await owesPassword();
	showCase("owed", isPasswordOwed);
	show(isPasswordOwed ? "password" : "account");
}

/** Whether the person has to choose a password before anything else: all but the profile is closed to them until then. */
const owesPassword = () =>
	call("GET", "auth/sessions?limit=1", undefined, session.access_token).then(
		() => false,
		({ code }) => code === "password_change_required",
	);

async function changePassword(password) {
	await call("PATCH", "auth/update-profile", { password }, session.access_token);
	await showAccount(session);
}

async function confirm() {
	const { data } = await call("GET", "auth/profile", undefined, session.access_token);
	await call("POST", "auth/verify-email/resend", { email: data.email });
	showCase("unconfirmed", false);
	showCase("confirming", true);
}

async function signOut() {
	await call("POST", "auth/logout", {}, session.access_token);
	session = null;
	for (const input of main.querySelectorAll("input")) input.value = "";
	show("signIn");
}

const invitationPath = `auth/invitations/${encodeURIComponent(token)}`;

async function accept(values, accessToken) {
	await call("POST", `${invitationPath}/accept`, values, accessToken);
	show("done");
}

async function showInvitation() {
	const { data } = await call("GET", invitationPath);
	const { organization, branding, invitedBy, role, email } = data;
	showBrand(branding, organization);
	fill({ organization, inviter: invitedBy ?? "", role: text(`role.${role}`) ?? role, email });
	showCase(invitedBy === null ? "anonymous" : "named", true);
}

/** What the forms of a page do, the step it leads to by error code, and what happens when it opens. */
const PAGES = {
	"sign-in": {
		forms: { ...signInForms(showAccount), password: changePassword, confirm, signOut },
		async open() {
			const problem = new URLSearchParams(location.search).has("error") ? text("problem.provider") : "";
			document.getElementById("signIn-problem").textContent = problem;
			const current = await currentSession();
			if (current) await showAccount(current);
		},
	},
	register: {
		forms: {
			async register({ name, email, password }) {
				const { data } = await call("POST", "auth/register", { name, email, password });
				show(data.next === "verify_email" ? "mailed" : "ready");
			},
		},
	},
	"forgot-password": {
		forms: { forgot: ({ email }) => call("POST", "auth/forgot-password", { email }).then(() => show("sent")) },
	},
	"reset-password": {
		forms: {
			reset: ({ password }) => call("POST", "auth/reset-password", { token, password }).then(() => show("done")),
		},
		leads: { token_invalid: "invalid" },
		open: () => token === "" && show("invalid"),
	},
	"verify-email": {
		forms: {
			verify: () => call("POST", "auth/verify-email", { token }).then(() => show("done")),
			asked: ({ password }) => call("POST", "auth/verify-email", { token, password }).then(() => show("done")),
			resend: ({ email }) => call("POST", "auth/verify-email/resend", { email }).then(() => show("sent")),
		},
		// The address of an account that is in use needs its password as well.
		leads: { token_invalid: "invalid", unauthenticated: "asked" },
		open: () => token === "" && show("resend"),
	},
	invitation: {
		forms: {
			accept: ({ name, password }) => accept({ name, password }),
			...signInForms(({ access_token }) => accept({}, access_token)),
		},
		leads: { token_invalid: "invalid", unauthenticated: "signIn" },
		open: () => showInvitation().catch(() => show("invalid")),
	},
};

const { forms, leads, open } = PAGES[purpose];
handleForms(forms, leads);
await open?.();
