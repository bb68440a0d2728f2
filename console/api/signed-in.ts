/** Set while somebody is signed in here: spares the first visit of a stranger a refresh that is refused. No secret. */
const HINT = "parley.signed-in";

/** Whether this tab has had a token. */
let isSignedIn = false;
/** How a session has ended: by the server, whatever the person was doing, or by the person, here or in another tab. */
export interface End {
	readonly byServer?: boolean;
}
const listeners = new Set<(end: End) => void>();
const tabs = new BroadcastChannel("parley.session");
tabs.addEventListener("message", () => signedOut());

/** Whether a session is likely; false: nobody has signed in here, or they have signed out. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(HINT) !== null;

/** Notes that there is a session. */
export function rememberSignedIn(): void {
	isSignedIn = true;
	localStorage.setItem(HINT, "1");
}

/** Tells all listeners of this tab that the session is over. */
export function signedOut(end: End = {}): void {
	localStorage.removeItem(HINT);
	// A tab that was never signed in stays where it is: at the sign-in.
	if (!isSignedIn) return;
	isSignedIn = false;
	for (const listener of listeners) listener(end);
}

/** Tells the other tabs the same. */
export const tellOtherTabs = (): void => tabs.postMessage("signed-out");

/** Calls back when the person is signed out, here or in another tab. @returns what ends that */
export function onSignedOut(listener: (end: End) => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
