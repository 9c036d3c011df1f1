/* The search box of every page. The search itself, search.js, and its index are loaded when the reader turns to the box. */
(() => {
  "use strict"
  const from = new URL("search.js", document.currentScript.src).href
  const Native = self.Worker
  let loading
  const intoPage = () => loading ||= new Promise((done, failed) => {
    const tag = document.createElement("script")
    Object.assign(tag, { src: from, onload: done, onerror: failed })
    document.head.append(tag)
  })
  if (new URLSearchParams(location.search).has("h")) intoPage()

  // What Material takes for its search worker: before the first use there is nothing behind it.
  self.Worker = function (url, options) {
    if (new URL(url, location).href !== from) return new Native(url, options)
    const seen = new EventTarget()
    const answer = data => seen.dispatchEvent(new MessageEvent("message", { data }))
    let send
    const start = async ({ target }) => {
      if (!target || target.name !== "query") return
      if (location.protocol === "file:") {
        await intoPage()
        send = message => setTimeout(self.__search, 0, message, answer)
      } else if (!send) {
        const worker = new Native(url, options)
        worker.onmessage = ({ data }) => answer(data)
        send = message => worker.postMessage(message)
      }
      send({ type: 0 })
    }
    seen.postMessage = message => send && send(message)
    document.addEventListener("focusin", start)
    start({ target: document.activeElement })
    return seen
  }
})()
