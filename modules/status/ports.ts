/** Where the figures come from. */
export interface MetricsSource {
	/** MIME type of the text. */
	readonly contentType: string;
	/** All figures as they are now. */
	render(): Promise<string>;
}

/** Which program this is. */
export interface BuildInfo {
	readonly version: string;
	/** First digits of the commit it was built from, `source` when it runs from its sources. */
	readonly commit: string;
}

/** Where it is told that the service became unready, and why in full. */
export interface StatusLog {
	warn(message: string, fields: { readonly component: string; readonly reason: string | null }): void;
	info(message: string, fields: { readonly component: string }): void;
}
