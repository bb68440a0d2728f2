import { isIP } from "node:net";
import type { Parsed } from "./parse.ts";
import type { Environment, VariableName } from "./variables.ts";

/** The process through which large rooms go. */
export interface MediaWorkerConfig {
	readonly isOn: boolean;
	/** Of UDP, 0…65,535; 0 takes a free port. */
	readonly port: number;
	/** Where browsers find it; empty: at the host of `PUBLIC_URL`. */
	readonly hosts: readonly string[];
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/i;

const parseHost = (text: string): Parsed<string> =>
	isIP(text) !== 0 || HOST_NAME.test(text)
		? { value: text }
		: { error: `"${text}" is not an address or a host name such as media.example.edu` };

/** What parses variables and reports invalid ones. */
interface Reader {
	parseAll<T>(name: VariableName, items: readonly string[] | undefined, parser: (text: string) => Parsed<T>): T[];
}

/** Reads whether there is a media worker, and where; what is invalid is reported. */
export const readMediaWorker = (environment: Environment, reader: Reader): MediaWorkerConfig => ({
	isOn: environment.MEDIA_WORKER === "on",
	port: environment.MEDIA_PORT,
	hosts: reader.parseAll("MEDIA_HOST", environment.MEDIA_HOST, parseHost),
});
