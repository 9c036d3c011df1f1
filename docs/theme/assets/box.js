/* The search box of every page. The search itself, search.js, and its index are loaded when the reader turns to the box.
   Where they cannot be, the box says so in the words of partials/search.html, and tries anew when more is typed. */
(() => {
  "use strict"
  const from = new URL("search.js", document.currentScript.src).href
  const Native = self.Worker
  let loading
  const intoPage = () => loading ||= new Promise((done, failed) => {
    const tag = document.createElement("script")
    tag.src = from
    tag.onload = tag.onerror = () => {
      if (typeof self.__search === "function") return done() // the box has an id of that name
      loading = null
      failed()
    }
    document.head.append(tag)
  })
  if (new URLSearchParams(location.search).has("h")) intoPage().catch(() => {}) // a page without marks can be read

  // What Material takes for its search worker: before the first use there is nothing behind it.
  self.Worker = function (url, options) {
    if (new URL(url, location).href !== from) return new Native(url, options)
    const seen = new EventTarget()
    let send, failed
    const fail = () => {
      failed = true
      const said = document.querySelector(".md-search-result__meta")
      if (said.querySelector("a")) return // once is enough, however often it is tried
      said.replaceChildren(document.getElementById("search-failed").content.cloneNode(true))
    }
    const answer = data => data.type === 4 ? fail() : seen.dispatchEvent(new MessageEvent("message", { data }))
    const start = async ({ target }) => {
      if (!target || target.name !== "query") return
      failed = false
      try {
        if (location.protocol === "file:") {
          await intoPage()
          send = message => setTimeout(self.__search, 0, message, answer)
        } else if (!send) {
          if (send === null) await fetch(from, { cache: "reload" }) // not what the browser has kept of the last time
          const worker = new Native(url, options)
          worker.onmessage = ({ data }) => answer(data)
          worker.onerror = () => {
            send = null
            fail()
          }
          send = message => worker.postMessage(message)
        }
        send({ type: 0 })
      } catch {
        fail()
      }
    }
    seen.postMessage = message => send && send(message)
    document.addEventListener("focusin", start)
    document.addEventListener("input", event => {
      if (failed) start(event)
      if (event.target.name === "query") event.target.dispatchEvent(new Event("keyup")) // pasted with the mouse, dictated
    })
    start({ target: document.activeElement })
    return seen
  }
})()
