// The package has no types, and its files are embedded by path: `with { type: "file" }` gives where they lie at run time.
declare module "swagger-ui-dist/swagger-ui-bundle.js" {
	const path: string;
	export default path;
}
declare module "swagger-ui-dist/swagger-ui.css" {
	const path: string;
	export default path;
}
