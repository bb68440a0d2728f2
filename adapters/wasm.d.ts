declare module "*.wasm" {
	/** Path of the file. */
	const path: string;
	export default path;
}
