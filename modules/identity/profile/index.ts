export { createProfileModule } from "./module.ts";
