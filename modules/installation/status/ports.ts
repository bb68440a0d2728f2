/** Source of the metrics. */
export interface MetricsSource {
	/** MIME type of the text. */
	readonly contentType: string;
	/** Returns the current values of all metrics. */
	render(): Promise<string>;
}

/** Version of the program. */
export interface BuildInfo {
	readonly version: string;
	/** Abbreviated hash of the commit it was built from; `source` when it runs from its sources. */
	readonly commit: string;
}

/** Log of changes of the readiness, with complete reasons. */
export interface StatusLog {
	warn(message: string, fields: { readonly component: string; readonly reason: string | null }): void;
	info(message: string, fields: { readonly component: string }): void;
}
