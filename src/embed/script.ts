import { defineEarshot } from "./index.ts";

/* `<script src="https://earshot.example.com/earshot-embed.js">`: the server is where it came from. */
const own = document.currentScript;
defineEarshot(own instanceof HTMLScriptElement ? { server: new URL(own.src).origin } : {});
