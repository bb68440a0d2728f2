import type { Authority } from "#platform/unit-of-work";

/** Authority for changes without a token: commands and jobs. A call to it is a mistake of the test. */
export const ungatedOnly: Authority = {
	currentAuthority: () => Promise.reject(new Error("no call of this test comes with a token")),
};
