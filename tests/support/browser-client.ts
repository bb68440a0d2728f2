import type { Harness, TestResponse } from "./harness.ts";

/** Maximum number of redirects per visit. */
const MAX_HOPS = 15;

/** A client that stores cookies and follows redirects, between the service under test and a provider on the network. */
export interface BrowserClient {
	/** Cookies by origin, by name. */
	readonly cookies: Map<string, Map<string, string>>;
	/** Requests a path of the service with its cookies, without following redirects. */
	get(path: string): Promise<TestResponse>;
	/** Starts a sign-in. Returns the URL at the provider. */
	start(query?: string): Promise<string>;
	/** Signs in at the provider. Returns the URL of the callback it redirects to. */
	signInAt(providerUrl: string, login: string): Promise<string>;
	/** Declines at the provider. Returns the URL of the callback. */
	declineAt(providerUrl: string): Promise<string>;
	/** Requests the callback, as the browser does. */
	callback(url: string): Promise<TestResponse>;
}

/** Creates a client without cookies. */
export function createBrowserClient(api: Harness): BrowserClient {
	const cookies = new Map<string, Map<string, string>>();
	const { href, origin, prefix } = api.config.publicUrl;

	function jarOf(of: string): Map<string, string> {
		const jar = cookies.get(of) ?? new Map<string, string>();
		cookies.set(of, jar);
		return jar;
	}

	function storeCookies(of: string, headers: Headers): void {
		for (const line of headers.getSetCookie()) {
			const [pair = ""] = line.split(";");
			const at = pair.indexOf("=");
			const isGone = /max-age=0(;|$)|expires=thu, 01 jan 1970/i.test(line);
			if (isGone) jarOf(of).delete(pair.slice(0, at));
			else jarOf(of).set(pair.slice(0, at), pair.slice(at + 1));
		}
	}

	const cookieHeader = (of: string): string => [...jarOf(of)].map(([name, value]) => `${name}=${value}`).join("; ");

	async function get(path: string): Promise<TestResponse> {
		const cookie = cookieHeader(origin);
		const response = await api.request("GET", path, { headers: cookie === "" ? {} : { cookie } });
		storeCookies(origin, response.headers);
		return response;
	}

	/** Follows redirects at the provider until it redirects back to us, or shows a page. */
	async function visit(url: string, body?: URLSearchParams): Promise<{ url: string; page: string | null }> {
		let sent = body;
		let at = url;
		for (let hop = 0; hop < MAX_HOPS; hop++) {
			if (at.startsWith(`${href}/auth/callback`)) return { url: at, page: null };
			const { origin: there } = new URL(at);
			const headers = { cookie: cookieHeader(there) };
			const response = await fetch(at, { redirect: "manual", headers, ...(sent && { method: "POST", body: sent }) });
			storeCookies(there, response.headers);
			const location = response.headers.get("location");
			if (location === null) return { url: at, page: await response.text() };
			await response.body?.cancel();
			at = new URL(location, at).href;
			sent = undefined;
		}
		throw new Error("too many redirects");
	}

	return {
		cookies,
		get,
		async start(query = "") {
			const response = await get(`/auth/authorize${query}`);
			if (response.status !== 302) throw new Error(`starting failed: ${response.text}`);
			return response.headers.get("location") ?? "";
		},
		async signInAt(providerUrl, login) {
			let { url, page } = await visit(providerUrl);
			for (let form = 0; page !== null && form < 4; form++) {
				const action = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? "", url).href;
				const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? "login";
				({ url, page } = await visit(action, new URLSearchParams({ prompt, login, password: "any" })));
			}
			if (page !== null) throw new Error(`the provider did not send back: ${page.slice(0, 400)}`);
			return url;
		},
		async declineAt(providerUrl) {
			const { url, page } = await visit(providerUrl);
			const abort = /href="([^"]+\/abort)"/.exec(page ?? "")?.[1] ?? "";
			return (await visit(new URL(abort, url).href)).url;
		},
		callback: (url) => get(url.slice((origin + prefix).length)),
	};
}
