// Embedded by path: `with { type: "file" }` gives where it lies at run time.
declare const path: string;
export default path;
