import type { Authority } from "#platform/unit-of-work";

/** For changes that no token leads to: commands and jobs. Who is asked all the same is a mistake of the test. */
export const ungatedOnly: Authority = {
	currentAuthority: () => Promise.reject(new Error("no call of this test comes with a token")),
};
