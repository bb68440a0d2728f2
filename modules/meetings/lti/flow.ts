import { MINUTE_MS } from "#kernel/clock";
import { type FlowCookiesOptions, flowState } from "#platform/browser-flows";

/** Lifetime of a launch, from the login to the token of the platform, in ms. */
export const LAUNCH_LIFETIME_MS = 10 * MINUTE_MS;

/** State of a started launch, stored sealed under its `state`, for one use. */
export interface StartedLaunch {
	readonly integrationId: string;
	/** Binds the token to this launch: a token that was seen once is worth nothing. */
	readonly nonce: string;
}

/** Returns the `state` of a launch, given the secret in the cookie of its browser. */
export const stateOf = flowState("launch");

/** How the cookies of launches are named and sent: the platform sends its token with a form. */
export const LAUNCH_COOKIES: FlowCookiesOptions = {
	name: "parley_launch",
	path: "/lti",
	lifetimeMs: LAUNCH_LIFETIME_MS,
	stateOf,
	isForm: true,
};
