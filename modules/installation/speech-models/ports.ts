import type { INSTALL_FAILURES } from "./values.ts";

/** A model that can be installed, with what comes along. */
export interface InstallableModel {
	readonly name: string;
	/** What it is for, in a few words. */
	readonly about: string;
	readonly license: string;
	/** Size of the download. */
	readonly sizeBytes: number;
	/** Whether it is the one to begin with. */
	readonly isDefault: boolean;
	readonly isInstalled: boolean;
	/** The npm packages with its files, `name@version`: for machines without a connection. */
	readonly packages: readonly string[];
}

/** Why a model could not be installed. */
export interface InstallFailure {
	readonly code: (typeof INSTALL_FAILURES)[number];
	/** One sentence for operators. */
	readonly detail: string;
}

/** Installs models on this machine; `adapters/speech/models` implements it. */
export interface ModelInstaller {
	/** Returns the models that this machine can use. Looks again at each call. */
	list(): Promise<readonly InstallableModel[]>;
	/**
	 * Downloads a model and what it needs, checks it and puts it into its place. One that was interrupted goes on where it was.
	 * @returns why it is not installed; null: it is
	 * @throws the reason of `signal`, which keeps what has arrived
	 */
	install(
		name: string,
		options: { readonly signal: AbortSignal; readonly onProgress: (received: number, total: number) => void },
	): Promise<InstallFailure | null>;
}
