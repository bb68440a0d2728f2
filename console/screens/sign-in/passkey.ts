import { useEffect, useState } from "react";
import { type Tokens, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { thisDevice } from "../../api/device.ts";

/** Passkeys do not exist on plain http, except at localhost. */
export const canUsePasskeys = (areOffered: boolean | undefined): boolean =>
	areOffered === true && typeof PublicKeyCredential === "function";

/** Time after which the options of a suggestion are replaced, before they expire. */
const RENEW_MS = 4 * 60_000;

const optionsOf = async (mediation?: "conditional", signal?: AbortSignal) => {
	const params = { query: { ...(mediation && { mediation }) } };
	const { data } = await unwrap(api.POST("/auth/passkeys/login/options", { params, ...(signal && { signal }) }));
	return PublicKeyCredential.parseRequestOptionsFromJSON(data);
};

/** Resolves when the page is in front: behind others it need not renew anything. */
const isSeen = () =>
	new Promise<void>((resolve) => {
		if (!document.hidden) resolve();
		else document.addEventListener("visibilitychange", () => resolve(), { once: true });
	});

/** Waits until a person picks a passkey of the suggestions in a field; null if the browser makes none. */
async function suggested(signal: AbortSignal): Promise<Credential | null> {
	if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
	for (;;) {
		await isSeen();
		signal.throwIfAborted();
		const publicKey = await optionsOf("conditional", signal);
		const outdated = AbortSignal.timeout(RENEW_MS);
		try {
			const either = AbortSignal.any([signal, outdated]);
			return await navigator.credentials.get({ publicKey, mediation: "conditional", signal: either });
		} catch (problem) {
			if (signal.aborted || !outdated.aborted) throw problem;
		}
	}
}

async function tokensFor(credential: Credential | null): Promise<Tokens> {
	const body = {
		credential: (credential as PublicKeyCredential).toJSON() as never,
		device: thisDevice(),
		tokenDelivery: "cookie" as const,
	};
	return unwrap(api.POST("/auth/passkeys/login/verify", { body }));
}

/** What happens with the outcome of a request for a passkey. */
interface Handlers {
	readonly onTokens: (tokens: Tokens) => Promise<void>;
	readonly onFailure: (problem: unknown) => void;
}

/** The requests of a page for a passkey, of which the browser serves one at a time. */
class PasskeyRequests {
	handlers: Handlers;
	#isOffered = false;
	#suggestion = new AbortController();

	constructor(handlers: Handlers) {
		this.handlers = handlers;
	}

	/** Has the browser suggest passkeys, until {@link stop}. */
	suggest(): void {
		this.#isOffered = true;
		this.#suggestion = new AbortController();
		const { signal } = this.#suggestion;
		// Without suggestions, because of a limit or a lost connection, the button remains.
		suggested(signal).then(
			(credential) => {
				if (credential !== null && !signal.aborted) void this.#signIn(Promise.resolve(credential));
			},
			() => undefined,
		);
	}

	stop(): void {
		this.#isOffered = false;
		this.#suggestion.abort();
	}

	/** Has the browser ask for a passkey, in place of suggesting them. */
	async ask(): Promise<void> {
		this.#suggestion.abort();
		await this.#signIn(optionsOf().then((publicKey) => navigator.credentials.get({ publicKey })));
	}

	async #signIn(credential: Promise<Credential | null>): Promise<void> {
		try {
			await this.handlers.onTokens(await tokensFor(await credential));
		} catch (problem) {
			this.handlers.onFailure(problem);
			this.#suggestion.abort();
			if (this.#isOffered) this.suggest();
		}
	}
}

/**
 * Signs in with a passkey that the browser suggests in the address field, or with the returned function. Suggestions end
 * when the function is called or the field goes, and begin again if the person did not sign in.
 * @param isOffered whether there is a field for suggestions
 */
export function usePasskey(isOffered: boolean, handlers: Handlers): () => Promise<void> {
	const [requests] = useState(() => new PasskeyRequests(handlers));
	requests.handlers = handlers;

	useEffect(() => {
		if (!isOffered) return;
		requests.suggest();
		return () => requests.stop();
	}, [requests, isOffered]);

	return () => requests.ask();
}
