/**
 * Who signs in in the examples of requests. `parley seed` makes this account, with this password only where nobody else
 * can reach the service: everybody can read it.
 */
export const EXAMPLE_SIGN_IN = {
	email: "olivia.laurent@greenvalley.example",
	password: "correct horse battery staple",
};
