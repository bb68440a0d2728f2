export { createPrivacyModule } from "./module.ts";
export { memberErased } from "./moments.ts";
