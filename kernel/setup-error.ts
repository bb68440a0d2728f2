/** Thrown when the program cannot do its work where it was started; the message is one line for the operator. */
export class SetupError extends Error {
	override readonly name = "SetupError";
}
