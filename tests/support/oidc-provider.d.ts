/** The package brings no types; this is the part the tests use. */
declare module "oidc-provider" {
	import type { RequestListener } from "node:http";

	export class Provider {
		constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
		callback(): RequestListener;
	}
}
