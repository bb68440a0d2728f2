/** Set while somebody is signed in here: spares the first visit of a stranger a refresh that is refused. No secret. */
const HINT = "parley.signed-in";

const listeners = new Set<() => void>();
const tabs = new BroadcastChannel("parley.session");
tabs.addEventListener("message", () => signedOut());

/** Whether a session is likely; false: nobody has signed in here, or they have signed out. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(HINT) !== null;

/** Notes that there is a session. */
export const rememberSignedIn = (): void => localStorage.setItem(HINT, "1");

/** Tells all listeners of this tab that the session is over. */
export function signedOut(): void {
	if (!mayBeSignedIn()) return;
	localStorage.removeItem(HINT);
	for (const listener of listeners) listener();
}

/** Tells the other tabs the same. */
export const tellOtherTabs = (): void => tabs.postMessage("signed-out");

/** Calls back when the person is signed out, here or in another tab. @returns what ends that */
export function onSignedOut(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
