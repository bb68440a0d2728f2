/** An identity of an outside issuer. */
export interface Identity {
	readonly issuer: string;
	readonly subject: string;
}
