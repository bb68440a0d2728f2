/** Why the service has closed a connection for good. */
export class LiveError extends Error {
	override readonly name = "LiveError";
	/** Code with which the socket was closed. */
	readonly closeCode: number;
	/** Code of the error. */
	readonly code: string;

	constructor(closeCode: number, code: string, message: string) {
		super(message);
		this.closeCode = closeCode;
		this.code = code;
	}
}
