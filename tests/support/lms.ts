import type { JWTPayload } from "jose";
import type { Harness, SignedIn, TestRequest, TestResponse } from "./harness.ts";
import { type KeyServer, startKeyServer } from "./key-server.ts";
import { makeKey, signWith, type TestKey } from "./tokens.ts";

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim/";

/** An integration as the API shows it. */
export interface RegisteredLms {
	readonly id: string;
	readonly issuer: string;
	readonly clientId: string;
	readonly loginUrl: string;
	readonly launchUrl: string;
}

/** A launch as a browser has started it. */
export interface StartedLaunch {
	/** Parameters of the redirect to the learning-management system. */
	readonly parameters: URLSearchParams;
	/** `Set-Cookie` as it was sent. */
	readonly setCookie: string;
	/** The cookie as the browser sends it back. */
	readonly cookie: string;
}

/** What a test changes of a launch. */
export interface LaunchChanges {
	/** Claims of the token; undefined removes one. */
	readonly claims?: Readonly<Record<string, unknown>>;
	/** Custom parameters of the link. */
	readonly custom?: Readonly<Record<string, unknown>>;
	/** Members of the token's header. */
	readonly header?: Readonly<Record<string, unknown>>;
	readonly key?: TestKey;
	/** Cookie of the browser; default: that of the one that has started the launch. */
	readonly cookie?: string;
}

/** A learning-management system on loopback with a key of its own, for tests. */
export interface TestLms {
	readonly server: KeyServer;
	readonly key: TestKey;
	/** The request by which an organization registers it. */
	readonly registration: {
		readonly type: "lti";
		readonly name: string;
		readonly issuer: string;
		readonly clientId: string;
		readonly deploymentIds: readonly string[];
		readonly authorizationEndpoint: string;
		readonly jwksUri: string;
	};
	close(): Promise<void>;
}

/** Starts a learning-management system on a free port. */
export async function startLms(algorithm = "RS256"): Promise<TestLms> {
	const key = await makeKey(algorithm, `lms-${algorithm}`);
	const server = startKeyServer(key.publicJwk);
	return {
		server,
		key,
		registration: {
			type: "lti",
			name: "Moodle",
			issuer: server.issuer,
			clientId: "parley-of-the-school",
			deploymentIds: ["1"],
			authorizationEndpoint: `${server.issuer}/auth?tenant=school`,
			jwksUri: `${server.issuer}/keys`,
		},
		close: () => server.close(),
	};
}

/** Signs the token that a system makes for a launch. */
export function signLaunch(
	lms: Pick<TestLms, "key">,
	nowMs: number,
	{ clientId, issuer }: Pick<RegisteredLms, "clientId" | "issuer">,
	nonce: string,
	{ claims, custom = {}, header, key = lms.key }: LaunchChanges = {},
): Promise<string> {
	const now = Math.floor(nowMs / 1000);
	const standard: JWTPayload = {
		iss: issuer,
		aud: clientId,
		sub: "pupil-7",
		iat: now,
		exp: now + 300,
		nonce,
		name: "Grace Hopper",
		[`${CLAIM}message_type`]: "LtiResourceLinkRequest",
		[`${CLAIM}version`]: "1.3.0",
		[`${CLAIM}deployment_id`]: "1",
		[`${CLAIM}roles`]: ["http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"],
		[`${CLAIM}custom`]: custom,
	};
	return signWith(key, JSON.parse(JSON.stringify({ ...standard, ...claims })), { typ: "JWT", ...header });
}

/** Launches from a learning-management system, for tests. */
export function launchesOf(api: Pick<Harness, "config" | "request" | "nowMs">, lms: TestLms) {
	const pathOf = (url: string) => url.slice(api.config.publicUrl.href.length);
	const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

	/** What the system sends when somebody opens a link. */
	const hintsOf = ({ issuer, launchUrl }: RegisteredLms, changes: Readonly<Record<string, string>> = {}) =>
		new URLSearchParams({ iss: issuer, login_hint: "7", target_link_uri: launchUrl, ...changes });

	function started({ status, headers, text }: TestResponse): StartedLaunch {
		const [setCookie] = headers.getSetCookie();
		if (status !== 302 || setCookie === undefined) throw new Error(`the launch did not start: ${status} ${text}`);
		return {
			parameters: new URL(headers.get("location") ?? "").searchParams,
			setCookie,
			cookie: setCookie.split(";")[0] ?? "",
		};
	}

	const login = (integration: RegisteredLms, changes: Readonly<Record<string, string>> = {}) =>
		api.request("GET", `${pathOf(integration.loginUrl)}?${hintsOf(integration, changes)}`);

	const tokenOf = (integration: RegisteredLms, nonce: string, changes: LaunchChanges = {}): Promise<string> =>
		signLaunch(lms, api.nowMs(), integration, nonce, changes);

	/** Returns the answer of the system as a browser sends it. */
	const formOf = (cookie: string, form: Readonly<Record<string, string>>): TestRequest => ({
		raw: new URLSearchParams(form).toString(),
		headers: { ...formHeaders, ...(cookie !== "" && { cookie }) },
	});

	/** Sends the answer of the system with a browser. */
	const answer = (integration: RegisteredLms, cookie: string, form: Readonly<Record<string, string>>) =>
		api.request("POST", pathOf(integration.launchUrl), formOf(cookie, form));

	/** Opens a link that leads to a meeting, and returns the last request of the launch: its path and what is sent. */
	async function prepare(
		integration: RegisteredLms,
		meetingId: string,
		changes: LaunchChanges = {},
	): Promise<readonly [path: string, request: TestRequest]> {
		const { parameters, cookie } = started(await login(integration));
		const nonce = parameters.get("nonce") ?? "";
		const idToken = await tokenOf(integration, nonce, { custom: { meeting: meetingId }, ...changes });
		const form = { state: parameters.get("state") ?? "", id_token: idToken };
		return [pathOf(integration.launchUrl), formOf(changes.cookie ?? cookie, form)];
	}

	return {
		login,
		started,
		tokenOf,
		answer,
		prepare,

		/** Opens a link that leads to a meeting, and follows it up to the answer of the service. */
		async launch(...of: Parameters<typeof prepare>): Promise<TestResponse> {
			const [path, request] = await prepare(...of);
			return api.request("POST", path, request);
		},

		/** The start of a launch by a form: its path and what is sent. */
		loginForm: (integration: RegisteredLms, changes: Readonly<Record<string, string>> = {}) =>
			[pathOf(integration.loginUrl), formOf("", Object.fromEntries(hintsOf(integration, changes)))] as const,

		/** Registers the system in an organization. */
		async register(owner: SignedIn, changes: Readonly<Record<string, unknown>> = {}): Promise<RegisteredLms> {
			const body = { ...lms.registration, ...changes };
			const made = await api.request("POST", `/orgs/${owner.orgId}/integrations`, { token: owner.token, body });
			if (made.status !== 201) throw new Error(`registering failed: ${made.text}`);
			return made.body.data;
		},

		/** Returns the token in the address to which a launch leads. */
		guestTokenOf(response: TestResponse): string {
			const [, token] = /#launch=(.+)$/.exec(response.headers.get("location") ?? "") ?? [];
			if (response.status !== 303 || token === undefined)
				throw new Error(`nobody was let in: ${response.status} ${response.text}`);
			return token;
		},
	};
}
