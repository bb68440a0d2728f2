import { useEffect, useRef, useState } from "react";
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

/**
 * Signs in with a passkey that the browser suggests in the address field, or with the returned function. The browser
 * serves one request at a time: the one for suggestions ends when the function is called or the field goes, and begins
 * again if the person did not sign in.
 * @param isOffered whether there is a field for suggestions
 */
export function usePasskey(
	isOffered: boolean,
	{ onTokens, onFailure }: { onTokens: (tokens: Tokens) => Promise<void>; onFailure: (problem: unknown) => void },
): () => Promise<void> {
	const handlers = useRef({ onTokens, onFailure });
	handlers.current = { onTokens, onFailure };
	const suggestion = useRef<AbortController | null>(null);
	const [round, setRound] = useState(0);

	async function signIn(credential: Promise<Credential | null>): Promise<void> {
		try {
			await handlers.current.onTokens(await tokensFor(await credential));
		} catch (problem) {
			handlers.current.onFailure(problem);
			setRound((last) => last + 1);
		}
	}
	const signInWith = useRef(signIn);

	// biome-ignore lint/correctness/useExhaustiveDependencies: each round begins again.
	useEffect(() => {
		if (!isOffered) return;
		const ended = new AbortController();
		suggestion.current = ended;
		// Without suggestions, because of a limit or a lost connection, the button remains.
		suggested(ended.signal).then(
			(credential) => {
				if (credential !== null && !ended.signal.aborted) void signInWith.current(Promise.resolve(credential));
			},
			() => undefined,
		);
		return () => ended.abort();
	}, [isOffered, round]);

	return async () => {
		suggestion.current?.abort();
		await signIn(optionsOf().then((publicKey) => navigator.credentials.get({ publicKey })));
	};
}
