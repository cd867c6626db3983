import { IDENTITY } from '../base/matrix.js'
import type { AlphaMesh } from '../paint/blurred-shape.js'
import { type Canvases, GRAY_GROUP } from './canvases.js'
import { deflate } from './deflate.js'
import { meshBounds, meshShading } from './mesh-shading.js'
import type { SharedObject } from './resources.js'
import { shadingPattern } from './shading.js'

/** Soft masks of the meshes of a document: equal meshes share one. */
export class MeshMasks {
  readonly #meshes = new Map<string, SharedObject>()

  constructor(private readonly canvases: Canvases) {}

  /** The parameters that set the mask of a mesh. */
  of(mesh: AlphaMesh): SharedObject {
    const known = this.#meshes.get(mesh.key)
    if (known) return known
    const { left, top, right, bottom } = meshBounds(mesh)
    const area = { x: left, y: top, width: right - left, height: bottom - top }
    const { dictionary, data } = meshShading(mesh)
    const shading = this.canvases.file.addStream({ ...dictionary, Filter: 'FlateDecode' }, deflate(data))
    const form = this.canvases.paintForm(area, GRAY_GROUP, () => {
      const { stream, resources } = this.canvases.current
      const pattern = this.canvases.file.add(shadingPattern(shading, IDENTITY))
      stream.state.setFillPattern(this.canvases.namePattern(resources, pattern))
      stream.fillArea([{ kind: 'rect', ...area }], 'nonzero')
    })
    const mask = { Type: 'Mask', S: 'Luminosity', G: form }
    const made = {
      name: `S${this.#meshes.size}`,
      reference: this.canvases.file.add({ Type: 'ExtGState', SMask: mask }),
    }
    this.#meshes.set(mesh.key, made)
    return made
  }
}
