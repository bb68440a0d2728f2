// Script of Swagger UI. Requests go to the host the page was loaded from: it may be open under another name than
// `PUBLIC_URL`, and its policy forbids every other host.

const base = new URL(".", location.href).href.replace(/\/$/, "");
const SCHEME = "bearer";

/** Time before its end at which an access token is exchanged for the next, in ms. */
const EARLY_MS = 30_000;

/** Where the session of the form below is kept: as long as the tab, so that a reload does not end it. */
const STORED = `parley.session ${base}`;

/**
 * The session of the form: access token, end of it, person, refresh token where no cookie can hold it, whether the password
 * has to be changed first; null: none.
 */
let session = JSON.parse(sessionStorage.getItem(STORED) ?? "null");

function keep(next) {
	session = next;
	if (next) sessionStorage.setItem(STORED, JSON.stringify(next));
	else sessionStorage.removeItem(STORED);
}

/** Sends a request to the API and returns its answer. Throws its `error`. */
async function send(method, path, body, token) {
	const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
	const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
	const answer = response.status === 204 ? {} : await response.json();
	if (!response.ok) throw answer.error;
	return answer;
}

const post = (path, body, token) => send("POST", path, body, token);

/** Whether a person must choose a password before anything else: all but the profile is closed to them until then. */
const owesPassword = ({ token }) =>
	send("GET", "/auth/sessions?limit=1", undefined, token).then(
		() => false,
		({ code }) => code === "password_change_required",
	);

const sessionOf = ({ access_token: token, expires_in: seconds, refresh_token: refreshToken, user }) => ({
	token,
	refreshToken,
	expiresAtMs: Date.now() + seconds * 1000,
	user: { id: user.id, name: user.name || user.email },
});

let refreshing = null;

/** Returns the next session, for the refresh token. Two requests at once share one exchange, because it is spent by it. */
function refresh() {
	refreshing ??= exchange().finally(() => {
		refreshing = null;
	});
	return refreshing;
}

async function exchange() {
	const { refreshToken, user, isPasswordOwed } = session;
	const next = sessionOf(await post("/auth/refresh", refreshToken ? { refresh_token: refreshToken } : {}));
	// Null when another tab has signed in as somebody else since, into the same cookie.
	return next.user.id === user.id ? { ...next, isPasswordOwed } : null;
}

/** Returns the plugin that signs in beside the button "Authorize". @param hasCookie whether a cookie holds the refresh token */
const signInPlugin = (hasCookie) => (system) => {
	const { React } = system;
	const element = React.createElement;

	/** Has the page send a token with each request; null: none. */
	function authorize(token) {
		const schema = system.specSelectors.specJson().getIn(["components", "securitySchemes", SCHEME]);
		if (token) system.authActions.authorizeWithPersistOption({ [SCHEME]: { name: SCHEME, value: token, schema } });
		else system.authActions.logoutWithPersistOption([SCHEME]);
	}

	function become(next) {
		keep(next);
		authorize(next?.token);
	}

	/** What the page authorizes its requests with: the form's token, or what was entered into the dialog. */
	const authorized = () => system.authSelectors.authorized()?.getIn([SCHEME, "value"]);

	const field = (label, props) => element("label", null, label, element("input", { required: true, ...props }));

	/** Returns what went wrong, in words: of the first field, when it is about one. */
	function describe({ detail, errors = [] }) {
		const [first] = errors;
		if (first === undefined) return detail ?? "The service cannot be reached.";
		return `${first.path.endsWith("/new") ? "The new" : "The current"} password ${first.message}.`;
	}

	const passwordField = (label, name, autoComplete) =>
		field(label, { key: name, name, type: "password", autoComplete });

	function SignIn() {
		const [challengeToken, challenge] = React.useState(null);
		const [problem, setProblem] = React.useState("");
		const [isPasswordOwed, setPasswordOwed] = React.useState(session?.isPasswordOwed === true);
		const tokenDelivery = hasCookie ? "cookie" : "body";

		async function submit(event) {
			event.preventDefault();
			const { email, password, code } = Object.fromEntries(new FormData(event.target));
			setProblem("");
			try {
				const answer = challengeToken
					? await post("/auth/mfa/verify", { challengeToken, code: code.replaceAll(" ", ""), tokenDelivery })
					: await post("/auth/login", { email, password, tokenDelivery });
				const next = sessionOf(answer);
				const isOwed = await owesPassword(next);
				challenge(null);
				setPasswordOwed(isOwed);
				become({ ...next, isPasswordOwed: isOwed });
			} catch (error) {
				if (error.code === "mfa_required") return challenge(error.meta.challengeToken);
				if (error.code === "token_invalid") challenge(null);
				setProblem(error.detail ?? "The service cannot be reached.");
			}
		}

		async function changePassword(event) {
			event.preventDefault();
			const password = Object.fromEntries(new FormData(event.target));
			setProblem("");
			try {
				await send("PATCH", "/auth/update-profile", { password }, session.token);
				keep({ ...session, isPasswordOwed: false });
				setPasswordOwed(false);
			} catch (error) {
				setProblem(describe(error));
			}
		}

		async function signOut() {
			const { token } = session;
			setProblem("");
			become(null);
			await post("/auth/logout", {}, token).catch(() => {});
		}

		const signOutButton = element("button", { type: "button", className: "btn", onClick: signOut }, "Sign out");
		const isSignedIn = session && authorized() === session.token;
		if (isSignedIn && isPasswordOwed)
			return element(
				"form",
				{ className: "sign-in", "aria-label": "Change password", onSubmit: changePassword },
				passwordField("Current password", "current", "current-password"),
				passwordField("New password", "new", "new-password"),
				element("button", { className: "btn" }, "Change password"),
				signOutButton,
				element("p", { role: "alert" }, problem || "Choose a password of your own to continue."),
			);
		if (isSignedIn)
			return element(
				"div",
				{ className: "sign-in" },
				element("span", null, "Signed in as ", element("b", null, session.user.name)),
				signOutButton,
			);
		return element(
			"form",
			{ className: "sign-in", "aria-label": "Sign in", onSubmit: submit },
			challengeToken
				? field("Code", { key: "code", name: "code", autoComplete: "one-time-code", autoFocus: true })
				: [
						field("E-mail", { key: "email", name: "email", type: "email", autoComplete: "username" }),
						passwordField("Password", "password", "current-password"),
					],
			element("button", { className: "btn" }, "Sign in"),
			element("p", { role: "alert" }, problem),
		);
	}

	return {
		wrapComponents: {
			authorizeBtn: (Original) => (props) => element(React.Fragment, null, element(SignIn), element(Original, props)),
		},
		rootInjects: {
			/** Renews the token of a request that carries the form's, when it is about to expire. */
			async renew(request) {
				const isOurs = session && request.headers.Authorization === `Bearer ${session.token}`;
				if (!isOurs || Date.now() < session.expiresAtMs - EARLY_MS) return request;
				// When it is refused, the session is over. When the service cannot be reached, the request will tell.
				become(await refresh().catch((error) => (error instanceof TypeError ? session : null)));
				if (session) request.headers.Authorization = `Bearer ${session.token}`;
				return request;
			},
		},
	};
};

const mapValues = (of, change) =>
	Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value, name)]));

const pick = (of, names) => Object.fromEntries(names.filter((name) => name in of).map((name) => [name, of[name]]));

/** Returns what two schemas demand together. */
function merge(one, other) {
	if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
	if (typeof one !== "object" || typeof other !== "object") return other;
	return { ...one, ...mapValues(other, (each, name) => (name in one ? merge(one[name], each) : each)) };
}

/**
 * Returns a part of a document in which components stand in place of references to them, and one schema in place of `allOf`.
 * A reference inside of its own component stays.
 */
function dereference(part, components, within = []) {
	if (Array.isArray(part)) return part.map((each) => dereference(each, components, within));
	if (part === null || typeof part !== "object") return part;
	const [, kind, name] = /^#\/components\/(\w+)\/([^/]+)$/.exec(part.$ref) ?? [];
	if (name !== undefined && !within.includes(part.$ref)) {
		const { $ref, ...beside } = part;
		return { ...dereference(components[kind][name], components, [...within, $ref]), ...beside };
	}
	const { allOf, ...rest } = mapValues(part, (each) => dereference(each, components, within));
	return Array.isArray(allOf) ? [...allOf, rest].reduce(merge) : rest;
}

/** Returns an operation whose failures are described in words: all have the schema `ErrorResponse`, which takes long to render. */
const withoutFailures = (operation) => ({
	...operation,
	responses: mapValues(operation.responses ?? {}, (each, status) =>
		status < "400" ? each : pick(each, ["description"]),
	),
});

/**
 * Returns the plugin that gives Swagger UI a part of the document when it is opened: by itself it reads the document as YAML, and
 * resolves the whole of it for each operation, which takes seconds.
 */
const partsPlugin = ({ components, ...document }, outline) => ({
	afterLoad() {
		this.fn.resolveSubtree = async (_outline, place) => {
			const part = place.reduce((from, name) => from?.[name], { ...document, components });
			const isOperation = place[0] === "paths" && place.length === 3;
			const resolved = dereference(part, components);
			return { spec: isOperation ? withoutFailures(resolved) : resolved, errors: [] };
		};
	},
	statePlugins: {
		spec: {
			wrapActions: {
				parseToJson:
					(_original, { specActions }) =>
					() =>
						specActions.updateJsonSpec(outline),
			},
		},
	},
});

/** What the list shows of an operation; everything else of it is resolved when it is opened. */
const LISTED = ["operationId", "summary", "tags", "security"];

/** Returns what of a document is shown before anything is opened. */
const outlineOf = ({ paths, components, ...rest }) => ({
	...rest,
	paths: mapValues(paths, (item) => mapValues(item, (operation) => pick(operation, LISTED))),
	components: pick(components, ["securitySchemes"]),
});

/** Plugin that shows a response in one line, and its headers, examples and schemas when it is opened. */
const responsesPlugin = ({ React }) => {
	const element = React.createElement;
	return {
		wrapComponents: {
			response: (Original) => (props) => {
				const [isOpen, setOpen] = React.useState(false);
				if (isOpen) return element(Original, props);
				const [title] = (props.response.get("description") ?? "").split("\n");
				const button = {
					type: "button",
					className: "response-opener",
					"aria-expanded": false,
					onClick: () => setOpen(true),
				};
				return element(
					"tr",
					{ className: `response ${props.className}`, "data-code": props.code },
					element("td", { className: "response-col_status" }, props.code),
					element("td", { className: "response-col_description" }, element("button", button, title.replace(/:$/, ""))),
					element("td", { className: "response-col_links" }),
				);
			},
		},
	};
};

/** A text of one line in which nothing can be Markdown. */
const PLAIN = /^\p{L}[^\n*_`[\]<>#&\\~|]*$/u;

/** Plugin that shows plain descriptions as they are: to render Markdown and clean what it gives is most of the work on a page. */
const plainTextPlugin = ({ React }) => ({
	wrapComponents: {
		Markdown: (Original) => (props) =>
			PLAIN.test(props.source ?? "")
				? React.createElement("div", { className: "renderedMarkdown" }, React.createElement("p", null, props.source))
				: React.createElement(Original, props),
	},
});

async function open() {
	const whole = await (await fetch("swagger/json")).json();
	// The cookie is for pages of the origin that the service knows as its own.
	const hasCookie = new URL(whole.servers[0].url).origin === location.origin;
	const outline = { ...outlineOf(whole), servers: [{ url: base }] };
	window.ui = SwaggerUIBundle({
		spec: pick(outline, ["openapi"]),
		dom_id: "#swagger-ui",
		deepLinking: true,
		// Groups open on demand: with all of them open the page lost operations once there were more than 130.
		docExpansion: "none",
		// Each operation shows its own; the list of all takes long to make.
		defaultModelsExpandDepth: -1,
		displayRequestDuration: true,
		filter: true,
		persistAuthorization: true,
		tryItOutEnabled: true,
		validatorUrl: null,
		plugins: [partsPlugin(whole, outline), responsesPlugin, plainTextPlugin, signInPlugin(hasCookie)],
		requestInterceptor: (request) => window.ui.renew(request),
	});
}
void open();
