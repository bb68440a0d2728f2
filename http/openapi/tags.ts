/** What each group of operations is about, in the order in which the document shows them. */
export const TAGS: Readonly<Record<string, string>> = {
	Auth: "Signing in and out, sessions, and the profile of the signed-in person.",
	Passkeys: "Signing in with what unlocks a person's device (WebAuthn).",
	Tokens: "How any resource server verifies our access tokens.",
	Organizations: "Tenants: their settings, their life from creation to purge, suspension.",
	Members: "Who belongs to an organization, and in which role.",
	"API keys": "Credentials of services that act for an organization.",
	Configurations: "What the installation offers: roles and scopes, enumerations, defaults.",
	Status: "Health, metrics and version of the installation itself.",
};
