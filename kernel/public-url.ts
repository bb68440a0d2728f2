/** The base of every public path, from `PUBLIC_URL`. */
export interface PublicUrl {
	/** `origin` and `prefix` together, without a slash at the end. */
	readonly href: string;
	/** Scheme, host and port: `https://api.example.edu`. */
	readonly origin: string;
	/** Path prefix of every route, `/api/dev`; empty when there is none. */
	readonly prefix: string;
}
