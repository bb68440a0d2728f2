import type { Answer, Harness } from "./harness.ts";

/** How many pages one visit may lead through. */
const MAX_HOPS = 15;

/** A client that keeps cookies and follows redirects, between the service under test and a provider on the network. */
export interface BrowserClient {
	/** Cookies by origin, by name. */
	readonly cookies: Map<string, Map<string, string>>;
	/** Asks the service for a path, with its cookies and nothing followed. */
	ask(path: string): Promise<Answer>;
	/** Starts a sign-in; answers the URL at the provider. */
	start(query?: string): Promise<string>;
	/** Signs in at the provider from there; answers the URL of the callback it sends back to. */
	signInAt(providerUrl: string, login: string): Promise<string>;
	/** Declines at the provider; answers the URL of the callback. */
	declineAt(providerUrl: string): Promise<string>;
	/** Calls back, as the browser does. */
	callback(url: string): Promise<Answer>;
}

/** A browser with an empty jar. */
export function createBrowserClient(api: Harness): BrowserClient {
	const cookies = new Map<string, Map<string, string>>();
	const { href, origin, prefix } = api.config.publicUrl;

	function jarOf(of: string): Map<string, string> {
		const jar = cookies.get(of) ?? new Map<string, string>();
		cookies.set(of, jar);
		return jar;
	}

	function keep(of: string, headers: Headers): void {
		for (const line of headers.getSetCookie()) {
			const [pair = ""] = line.split(";");
			const at = pair.indexOf("=");
			const isGone = /max-age=0(;|$)|expires=thu, 01 jan 1970/i.test(line);
			if (isGone) jarOf(of).delete(pair.slice(0, at));
			else jarOf(of).set(pair.slice(0, at), pair.slice(at + 1));
		}
	}

	const cookieHeader = (of: string): string => [...jarOf(of)].map(([name, value]) => `${name}=${value}`).join("; ");

	async function ask(path: string): Promise<Answer> {
		const cookie = cookieHeader(origin);
		const answer = await api.request("GET", path, { headers: cookie === "" ? {} : { cookie } });
		keep(origin, answer.headers);
		return answer;
	}

	/** Goes on at the provider until it sends back to us, or shows a page. */
	async function visit(url: string, body?: URLSearchParams): Promise<{ url: string; page: string | null }> {
		let sent = body;
		let at = url;
		for (let hop = 0; hop < MAX_HOPS; hop++) {
			if (at.startsWith(`${href}/auth/callback`)) return { url: at, page: null };
			const { origin: there } = new URL(at);
			const headers = { cookie: cookieHeader(there) };
			const response = await fetch(at, { redirect: "manual", headers, ...(sent && { method: "POST", body: sent }) });
			keep(there, response.headers);
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
		ask,
		async start(query = "") {
			const answer = await ask(`/auth/authorize${query}`);
			if (answer.status !== 302) throw new Error(`starting failed: ${answer.text}`);
			return answer.headers.get("location") ?? "";
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
		callback: (url) => ask(url.slice((origin + prefix).length)),
	};
}
