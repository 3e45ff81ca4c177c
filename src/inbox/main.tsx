import { render } from "preact";
import { App } from "./app.tsx";
import { followLinks } from "./links.ts";
import { onOtherSignIn } from "./page-secret.ts";
import "./styles/main.css";
import "./styles/request.css";

followLinks();
onOtherSignIn(() => location.reload());
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
